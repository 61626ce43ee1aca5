#!/usr/bin/python
# Prints what it is given.

import urllib2, os.path as path
from types import StringType

VERSION = '1.0'

class Old:
    u"""Old style."""
    def show(self, (a, b), c=`x`):
        "Show it."
        print "class Fake: %s" % c
        try:
            exec code in ns
        except ValueError, e:
            raise TypeError, "no"

def main(argv = None):
	print >>sys.stderr, ur"def fake(): ..."
	return 0777
