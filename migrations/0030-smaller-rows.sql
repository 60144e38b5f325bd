-- Rows of history in the forms that 0029 has made: an entry with a layout has no accounts.
-- Processes that know 0029 go on.

alter table ledger_entries alter column accounts drop not null;

alter table ledger_entries alter column currencies drop not null;

-- A layout has one currency. Old rows were checked by the same rule.
alter table ledger_entries drop constraint ledger_entries_balance;

alter table ledger_entries add constraint ledger_entries_balance check (
  case
    when layout is not null then
      case cardinality(amounts)
        when 2 then coalesce(amounts[1] + amounts[2] = 0, false)
        when 3 then coalesce(amounts[1] + amounts[2] + amounts[3] = 0, false)
        else false
      end
    when cardinality(currencies) = 2 and currencies[1] = currencies[2] then
      cardinality(amounts) = 2 and coalesce(amounts[1] + amounts[2] = 0, false)
    when cardinality(currencies) = 3 and currencies[1] = currencies[2]
        and currencies[2] = currencies[3] then
      cardinality(amounts) = 3 and coalesce(amounts[1] + amounts[2] + amounts[3] = 0, false)
    else ledger_entry_balances(currencies, amounts)
  end
) not valid;

-- A delivery is written three times within seconds and then stays. With less room on its page, the
-- second time would more often be on another page, with new entries in all indexes.
alter table deliveries set (fillfactor = 75);
