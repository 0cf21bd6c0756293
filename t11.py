# two processes/threads: leaving while look-ahead runs; q right away; and clash of key handling in DrillScreen for help text; first paint imports
exec(open('/tmp/w/rv/t4.py').read().split('for f in (locked')[0])
home=Path(tempfile.mkdtemp(dir='/tmp/w/h/review'))
bad=0
for i in range(14):
    c,s,st=run(home,['drill','block']); feed(c,st,.35+.03*i); c.send('q'); time.sleep(.05); c.send('q'); t=time.time(); r,eof=feed(c,st,4); 
    if not eof or time.time()-t>1.5: bad+=1; print('late',i,round(time.time()-t,2),eof)
    c.close(force=True)
    if c.exitstatus!=0: print('status',c.exitstatus,c.signalstatus, show(s)[-300:])
print('bad',bad)
