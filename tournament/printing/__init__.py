"""Paper: every document a hall prints, as PDF, A4 or US Letter, in black and white.

paper.py    the sizes of paper
fonts.py    which font has which letter, and which script has none
text.py     words as they are drawn: shaped, shrunk, wrapped, never cut
pen.py      what every page is drawn with
marks.py    seats, QR codes, cards and arrows
layout.py   heads, columns and tables that go on over pages

One module a document beside them; what needs hands or table keys is in scoring/printing.
"""
