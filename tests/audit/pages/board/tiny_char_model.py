"""A tiny character model, by numpy and by pencil.

Run this file with a pencil at hand. Trailing comments show what the expression
on the line evaluates to, rounded to four places; the comment blocks repeat the
interesting entries as we would do them on paper. Nothing is rounded in between.
"""
import numpy as np

# --- 1. Three letters as vectors --------------------------------------------

E = np.array([[1.0, 0.0],
              [0.5, -1.0],
              [2.0, 1.0]])        # one row for each of a, b, c
U = np.array([[1.0, 2.0],
              [-1.0, 0.5]])
b = np.array([0.1, -0.2])

h0 = E[0] @ U + b                 # [1.1, 1.8]
# 1 * 1 + 0 * (-1) + 0.1 = 1.1
# 1 * 2 + 0 * 0.5 - 0.2 = 1.8

h1 = E[1] @ U + b                 # [1.6, 0.3]
# 0.5 * 1 + (-1) * (-1) + 0.1 = 1.6
# 0.5 * 2 + (-1) * 0.5 - 0.2 = 0.3

h2 = E[2] @ U + b                 # [1.1, 4.3]
# 2 * 1 + 1 * (-1) + 0.1 = 1.1
# 2 * 2 + 1 * 0.5 - 0.2 = 4.3

H = np.stack([h0, h1, h2])
H.sum(axis=0)                     # [3.8, 6.4]
H.mean(axis=0)                    # [1.2667, 2.1333]
H.max(axis=1)                     # [1.8, 1.6, 4.3]
H.sum()                           # 10.2

# --- 2. Squash them -----------------------------------------------------------

T = np.tanh(H)
print(T)
# [[0.8005 0.9468]
#  [0.9217 0.2913]
#  [0.8005 0.9996]]
#
# by hand for the first entry, with e^2.2 = 9.0250:
#   tanh(1.1) = (9.0250 - 1) / (9.0250 + 1) = 0.8005
#   slope there: 1 - 0.8005**2 = 0.3592

# --- 3. A row of logits and its softmax ----------------------------------------

z = np.array([1.1, 0.3, -0.6, 2.0])
e = np.exp(z - z.max())           # [0.4066, 0.1827, 0.0743, 1]
e.sum()                           # 1.6635
p = e / e.sum()                   # [0.2444, 0.1098, 0.0446, 0.6011]
# first entry: 0.4066 / 1.6635 = 0.2444
# last entry:  1 / 1.6635 = 0.6011

-np.log(p[3])                     # 0.5089
np.log(e.sum())                   # 0.5089   the same, of course
-(p * np.log(p)).sum()            # 1.0317
(p ** 2).sum()                    # 0.4351
# effective number of choices: 1 / 0.4351 = 2.2981

y = np.array([0.0, 0.0, 1.0, 0.0])
g = p - y                         # [0.2444, 0.1098, -0.9554, 0.6011]
z_new = z - 0.5 * g               # [0.9778, 0.2451, -0.1223, 1.6994]
# third logit: -0.6 - 0.5 * (-0.9554) = -0.1223
# the loss was -ln 0.0446 = 3.1089
# and is now -ln 0.0860 = 2.4537

# --- 4. Statistics of a minibatch ----------------------------------------------

a = np.array([0.2, 1.4, -0.8, 0.6, 2.1, -0.5])
a.mean()                          # 0.5
a.var()                           # 1.0267
a.std()                           # 1.0132
a.var(ddof=1)                     # 1.232
np.median(a)                      # 0.4
np.abs(a).max()                   # 2.1
a - a.mean()                      # [-0.3, 0.9, -1.3, 0.1, 1.6, -1]
(a - a.mean()) / a.std()          # [-0.2961, 0.8882, -1.2830, 0.0987, 1.5791, -0.9869]
# sum:  0.2 + 1.4 - 0.8 + 0.6 + 2.1 - 0.5 = 3
# sum of squares:  0.04 + 1.96 + 0.64 + 0.36 + 4.41 + 0.25 = 7.66
# variance again:  7.66 / 6 - 0.5**2 = 1.0267
np.cumsum(a)                      # [0.2, 1.6, 0.8, 1.4, 3.5, 3]
np.diff(a)                        # [1.2, -2.2, 1.4, 1.5, -2.6]

# running mean with momentum 0.9, starting from 0
m1 = 0.9 * 0.0 + 0.1 * 0.5        # 0.05
m2 = 0.9 * m1 + 0.1 * 1.5         # 0.195
m3 = 0.9 * m2 + 0.1 * (-1.0)      # 0.0755
m3 / (1 - 0.9 ** 3)               # 0.2786
# 1 - 0.9**3 = 1 - 0.729 = 0.271

# --- 5. Two-dimensional things ---------------------------------------------------

img = np.array([[1, 0, 2, 1],
                [3, 1, 0, 2],
                [0, 2, 1, 1],
                [1, 1, 2, 0]])
ker = np.array([[1.0, -1.0],
                [0.5, 2.0]])
out = np.array([[(img[i:i+2, j:j+2] * ker).sum() for j in range(3)] for i in range(3)])
# [[4.5 -1.5 5]
#  [6 4 0.5]
#  [0.5 5.5 1]]
# top left:      1 * 1 + 0 * (-1) + 3 * 0.5 + 1 * 2 = 4.5
# centre:        1 * 1 + 0 * (-1) + 2 * 0.5 + 1 * 2 = 4
# bottom right:  1 * 1 + 1 * (-1) + 2 * 0.5 + 0 * 2 = 1
img.sum(axis=0)                   # [5, 4, 5, 4]
img.sum(axis=1)                   # [4, 6, 4, 4]
np.trace(img)                     # 3
np.linalg.norm(img[1])            # 3.7417

A = np.array([[2.0, 1.0], [1.0, 3.0]])
np.linalg.det(A)                  # 5
np.linalg.inv(A)                  # [[0.6, -0.2], [-0.2, 0.4]]
# 3 / 5 = 0.6, -1 / 5 = -0.2, 2 / 5 = 0.4

# --- 6. Size of the whole thing --------------------------------------------------

vocab, width, hidden = 27, 24, 96
n_embed = vocab * width           # 648
n_in = width * hidden + hidden    # 2400
n_out = hidden * vocab + vocab    # 2619
n_embed + n_in + n_out            # 5667
# bytes in float32:   4 * 5667 = 22668
# kibibytes:          22668 / 1024 = 22.1367
# uniform loss:       ln(27) = 3.2958
# in bits:            3.2958 / ln(2) = 4.7549
