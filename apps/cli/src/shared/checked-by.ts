import { InvalidArgumentError } from 'commander'

/** A parser for one option from the schema of its value, so that command line, API and browser refuse the same things. */
export const checkedBy =
  (schema: { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } }) =>
  (value: string): string => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new InvalidArgumentError(parsed.error?.issues[0]?.message ?? 'not allowed')
    return value
  }
