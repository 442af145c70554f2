"""Everything that a hall prints, as PDF, A4 or US Letter, in black and white.

paper_sizes.py  A4, US Letter, and what posters need
fonts.py        which font has which letter, and which script has none
text.py         words as they are drawn: shaped, shrunk, wrapped, never cut
pen.py          what every page is drawn with
marks.py        seats, QR codes, cards and arrows
layout.py       heads, columns and tables that go on over pages
job.py          what somebody wants printed

One module a document beside them. What needs hands or table keys is in scoring/printing, and so is the list of all
documents.
"""
