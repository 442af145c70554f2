"""Lists of people that come and go as files: read from CSV, XLSX or pasted text, written as CSV or XLSX.

reading.py         a file's bytes become lines (row, group, name, kind, grade) and problems with their row numbers
separated_text.py  what encoding, what separator, quoted newlines
workbooks.py       XLSX, guarded against what is none and against zip bombs
columns.py         which column is which, by many names
formulas.py        what a spreadsheet program would take for a formula is written so that it does not, and read back
writing.py         the entries as CSV and XLSX

Nothing here knows the database: what is right in itself is decided here, what fits beside the other entries in
rules/imports.py.
"""
