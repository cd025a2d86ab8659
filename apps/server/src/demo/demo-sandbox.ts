import { issueAccessToken, type loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import { InUse } from '@nightflow/schemas/shared/lists'
import { callBackOffice } from '@nightflow/simulator/call-back-office'
import { SandboxPlatform } from '@nightflow/simulator/sandbox-platform'
import type { Logger } from 'pino'
import { demoTenant } from './demo-utility.ts'
import { demoNotificationKey, demoPlatformNames } from './past/begin-past.ts'

type Parts = {
  baseUrl: string
  secret: Awaited<ReturnType<typeof loadTokenSecret>>
  /** Hosts that the policies of this process may call although they are inside. */
  trustedHosts: Set<string>
  logger: Logger
}
type Row = Record<string, unknown>

const tokenSeconds = 60

/**
 * The payment platform of the demo: a payment on the public page is made at its page, with faults on demand. It listens on this machine alone, and the policies
 * trust its port and no other one. The platform and the association of the demo's past point to it from then on.
 */
export const openDemoSandbox = async ({ baseUrl, secret, trustedHosts, logger }: Parts): Promise<{ stop: () => void }> => {
  const sandbox = new SandboxPlatform({ key: demoNotificationKey })
  try {
    const address = await sandbox.start()
    trustedHosts.add(new URL(address).host)
    const token = issueAccessToken(secret, { tenant: demoTenant, username: 'simulator', role: 'admin' }, tokenSeconds)
    await pointTo(callBackOffice({ baseUrl, token }), address, baseUrl)
  } catch (error) {
    // Without it the demo takes no payments on the public page.
    logger.warn({ err: error }, 'the payment platform of the demo did not start')
  }
  return sandbox
}

const pointTo = async (call: ReturnType<typeof callBackOffice>, address: string, baseUrl: string): Promise<void> => {
  const found = async (resource: string, field: string, name: string): Promise<Row | undefined> =>
    ((await call('GET', `${resource}/list?pageSize=50`)) as { rows: Row[] }).rows.find((row) => row[field] === name)
  const platform = await found('paymentPlatform', 'platformName', demoPlatformNames.platform)
  const association = await found('platformAssociation', 'tenantPlatformName', demoPlatformNames.association)
  // A demo whose log had no place for a past has no platform.
  if (!platform || !association) return
  const part = (row: Row, ...fields: string[]): Row => Object.fromEntries(fields.map((field) => [field, row[field]]))
  const ofPlatform = part(platform, 'platformId', 'platformName', 'platformType', 'applicationType', 'currencyUnit', 'relatedInfo')
  await call('PUT', 'paymentPlatform', { ...ofPlatform, baseAddress: address, status: InUse.enum.enabled })
  const ofAssociation = part(
    association,
    'associationId',
    'tenantPlatformName',
    'platformId',
    'feeBasisPoints',
    'maxFeeMinor',
    'takesPartial',
  )
  const addresses = { thirdPartyCallbackAddress: baseUrl, systemCallbackAddress: baseUrl }
  await call('PUT', 'platformAssociation', { ...ofAssociation, ...addresses, status: InUse.enum.enabled })
}
