-- The daily proof reads the confirmations of each imported statement.

create index line_confirmations_statement on line_confirmations (statement_id);
