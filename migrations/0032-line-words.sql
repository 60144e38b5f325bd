-- Texts and counterparties of bank lines are encrypted. They are searched by keyed hashes of their
-- words, which a job makes after the lines are written.

create table bank_line_words (
  bank_line_id uuid not null,
  words bigint[] not null,
  constraint bank_line_words_pk primary key (bank_line_id)
);
create index bank_line_words_words on bank_line_words using gin (words);

-- Lines that were written and have no words yet: one row per batch, named by its first line.
create table wordless_lines (
  first_line_id uuid not null,
  bank_line_ids uuid[] not null,
  constraint wordless_lines_pk primary key (first_line_id)
);
insert into wordless_lines (first_line_id, bank_line_ids)
  select (array_agg(bank_line_id order by bank_line_id))[1],
    array_agg(bank_line_id order by bank_line_id)
  from (
    select bank_line_id, (row_number() over (order by bank_line_id) - 1) / 200 as page
    from bank_lines
  ) l
  group by page;
