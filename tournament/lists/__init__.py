"""Lists of people that come and go as files: read from CSV, XLSX or pasted text, written as CSV or XLSX.

reading.py         reads a file into people (row, group, name, kind, grade) and problems with their row numbers
separated_text.py  CSV: finds the encoding and the separator, allows line breaks inside quotes
workbooks.py       XLSX: refuses other files and zip bombs
columns.py         finds out which column holds what
formulas.py        keeps spreadsheet programs from taking a name for a formula
writing.py         writes the entries as CSV and XLSX

Nothing here uses the database. This package checks a list by itself; rules/imports.py checks it against the entries
that are already there.
"""
