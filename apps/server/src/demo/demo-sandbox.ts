import { issueAccessToken, type loadTokenSecret } from '@nightflow/platform/sign-in/access-token'
import type { paymentPlatforms } from '@nightflow/schemas/payments/payment-platform'
import type { platformAssociations } from '@nightflow/schemas/payments/platform-association'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
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
  const rowsOf = async <Row>(resource: string) => ((await call('GET', `${resource}/list?pageSize=50`)) as { rows: Row[] }).rows
  const platform = (await rowsOf<RowOf<typeof paymentPlatforms>>('paymentPlatform')).find(
    ({ platformName }) => platformName === demoPlatformNames.platform,
  )
  const association = (await rowsOf<RowOf<typeof platformAssociations>>('platformAssociation')).find(
    ({ tenantPlatformName }) => tenantPlatformName === demoPlatformNames.association,
  )
  // A demo whose log had no place for a past has no platform.
  if (!platform || !association) return
  const { platformId, platformName, platformType, applicationType, currencyUnit, relatedInfo } = platform
  const ofPlatform = { platformId, platformName, platformType, applicationType, currencyUnit, relatedInfo }
  await call('PUT', 'paymentPlatform', { ...ofPlatform, baseAddress: address, status: InUse.enum.enabled })
  const { associationId, tenantPlatformName, feeBasisPoints, maxFeeMinor, takesPartial } = association
  const ofAssociation = { associationId, tenantPlatformName, platformId: association.platformId, feeBasisPoints, maxFeeMinor, takesPartial }
  const addresses = { thirdPartyCallbackAddress: baseUrl, systemCallbackAddress: baseUrl }
  await call('PUT', 'platformAssociation', { ...ofAssociation, ...addresses, status: InUse.enum.enabled })
}
