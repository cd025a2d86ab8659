import type { BankStatement } from '@nightflow/schemas/billing/bank-statement'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { unitsOf } from '../shared/units-of-money.ts'
import { ofBankAccount } from './identify-entries.ts'

/** A statement without its entries: one of a file, or one that was imported. */
export type DatedStatement = { statementId: string } & Pick<
  BankStatement,
  'bankAccount' | 'statementNo' | 'from' | 'to' | 'openingMinor' | 'closingMinor'
>

/**
 * The statement whose closing balance is the opening balance of this one: of those of the account that end before it begins or on its first day, the last one.
 * Of several that end on one day the one that fits is taken, because a day may have several statements in any order. A statement of a whole day, of which
 * parts were imported, goes on where the day before ends.
 */
const previousOf = (statement: DatedStatement, known: readonly DatedStatement[]): DatedStatement | undefined => {
  const before = known.filter(
    (each) =>
      ofBankAccount(each.bankAccount) === ofBankAccount(statement.bankAccount) &&
      each.statementId !== statement.statementId &&
      each.closingMinor !== null &&
      each.to <= statement.from,
  )
  const last = ofLastDay(before)
  const fits = ({ closingMinor }: DatedStatement): boolean => closingMinor === statement.openingMinor
  return last.find(fits) ?? ofLastDay(before.filter(({ to }) => to < statement.from)).find(fits) ?? last.at(-1)
}

const ofLastDay = (statements: readonly DatedStatement[]): DatedStatement[] => {
  const lastDay = statements
    .map(({ to }) => to)
    .sort()
    .at(-1)
  return statements.filter(({ to }) => to === lastDay)
}

export type OpeningGap = { expectedMinor: number; previousNo: string; previousDay: string }

/**
 * The expected opening balance of a statement where it is another amount: the closing balance of the one before, as the earlier imports and statements of the file have it.
 * Null where it does, where there is none before, and where a CSV file comes without balances.
 */
export const openingGapOf = (statement: DatedStatement, known: readonly DatedStatement[]): OpeningGap | null => {
  if (statement.openingMinor === null) return null
  const previous = previousOf(statement, known)
  if (!previous || previous.closingMinor === statement.openingMinor) return null
  return { expectedMinor: previous.closingMinor!, previousNo: previous.statementNo, previousDay: previous.to }
}

/** Why a statement is not imported until a person has confirmed its opening balance. */
export const refusalOfGap = (
  { statementNo, openingMinor }: Pick<DatedStatement, 'statementNo' | 'openingMinor'>,
  { expectedMinor, previousNo, previousDay }: OpeningGap,
): Rejection =>
  rejected('bank-opening-differs', {
    ...{ statement: statementNo, previous: previousNo, day: previousDay },
    ...{ opening: unitsOf(openingMinor!), expected: unitsOf(expectedMinor) },
  })

/** The second statement goes on where the first one ends. Two that open alike begin at the same entry, so that one may have the entries of the other. */
const isFollowedBy = (one: DatedStatement, other: DatedStatement): boolean =>
  one.closingMinor !== null &&
  one.closingMinor === other.openingMinor &&
  one.openingMinor !== other.openingMinor &&
  one.to <= other.from &&
  ofBankAccount(one.bankAccount) === ofBankAccount(other.bankAccount)

/** Statements that share no entry with this one: they end where it begins, begin where it ends, or do so by others in between. */
export const statementsApartFrom = (statement: DatedStatement, known: readonly DatedStatement[]): ReadonlySet<string> => {
  // Others have no day of this one, and so no entry of it either.
  const near = known.filter(({ from, to }) => from <= statement.to && to >= statement.from)
  const apart = new Set<string>()
  const follow = (isNext: (from: DatedStatement, to: DatedStatement) => boolean): void => {
    const waiting = [statement]
    for (let from = waiting.pop(); from; from = waiting.pop())
      for (const to of near)
        if (to.statementId !== statement.statementId && !apart.has(to.statementId) && isNext(from, to)) {
          apart.add(to.statementId)
          waiting.push(to)
        }
  }
  follow(isFollowedBy)
  follow((from, to) => isFollowedBy(to, from))
  return apart
}
