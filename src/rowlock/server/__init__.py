"""HTTP and sockets around the tables, fan-out, and the processes in which bots think."""
