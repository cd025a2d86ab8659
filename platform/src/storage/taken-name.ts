import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'

/** Which of a person's three names is taken already. Throws any other error. */
export const takenName = (error: unknown): Rejection => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505') throw error
  if (constraint === 'users_by_email') return rejected('email-taken')
  return rejected(constraint === 'users_by_phone' ? 'phone-taken' : 'user-name-taken')
}
