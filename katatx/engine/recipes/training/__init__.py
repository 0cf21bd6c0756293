"""Operations of training: losses, gradients, optimizers."""
