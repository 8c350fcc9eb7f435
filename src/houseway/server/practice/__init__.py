"""Practice tables with play money, the coach that values each choice, lessons for dealers."""
