import { CaseFinding, CaseOutcome, repeatDays } from '@nightflow/schemas/work-orders/leak-case'

const { falsePositive } = CaseOutcome.enum

/** Whether a row of `views.leak_cases` is a repeat or a dry hole; null is neither. SQL. */
export const caseFinding = `case
  when outcome = '${falsePositive}' then case when site_at is not null then '${CaseFinding.enum.dryHole}' end
  when exists (select from views.leak_cases earlier where earlier.partition_id = leak_cases.partition_id and earlier.case_id <> leak_cases.case_id
    and earlier.repaired_at <= leak_cases.aware_at and earlier.repaired_at > leak_cases.aware_at - interval '${repeatDays} days')
  then '${CaseFinding.enum.repeat}' end`
