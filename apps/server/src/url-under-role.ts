import { serviceRole } from '@nightflow/event-log/postgres/database-role'

/**
 * The address of a database whose connections act as the service's role from the start, under any sign-in. For a database with one
 * sign-in, which may be a superuser: a separate sign-in of the role is the stronger wall, because nothing leads back from it.
 */
export const urlAsService = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  const others = url.searchParams.get('options')
  url.searchParams.set('options', [...(others ? [others] : []), `-c role=${serviceRole}`].join(' '))
  return url.href
}
