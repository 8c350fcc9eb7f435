"""Documents that are derived from rulebooks and results: as HTML, PDF, CSV or a workbook."""
