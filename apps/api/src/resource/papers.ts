import type { Issuer, Papers } from '@nightflow/domain/billing/papers'
import { findPicture } from '@nightflow/platform/jobs/files'
import { findOwnTenant } from '@nightflow/platform/people/own-data'
import type { RequestContext } from '../http/request-context.ts'

export const pdfMediaType = 'application/pdf'

/** Whose paper it is: name, logo and settings of the caller's tenant. */
export const issuerOf = async ({ pool, caller, read }: RequestContext): Promise<Issuer> => {
  const tenant = await findOwnTenant(pool, caller.tenant)
  if (!tenant) throw new Error(`a token was issued for the tenant ${caller.tenant}, which does not exist`)
  const { logoFile, settings, timeZone, tenantName: name } = tenant
  const picture = logoFile === null ? undefined : await read((database) => findPicture(database, logoFile))
  const { themeColour: colour, currencyUnit: currency, dateForm, paymentIban: iban } = settings
  return { name, logo: picture?.bytes ?? null, colour, currency, dateForm, timeZone, iban }
}

/** Drawn by the process that runs jobs. */
export const papersOf = ({ papers }: RequestContext): Papers => {
  if (!papers) throw new Error('this process draws no documents')
  return papers
}
