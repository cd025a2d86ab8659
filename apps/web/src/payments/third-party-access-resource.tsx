import { createThirdPartyKey } from '@nightflow/schemas/payments/third-party-calls'
import type { thirdPartyAccesses } from '@nightflow/schemas/payments/third-party-recharge'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { IconKey } from '@tabler/icons-react'
import { call } from '#api/call.ts'
import { ShownOnceDialog } from '#payments/shown-once-dialog.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useCurrency } from '#ui/use-money.ts'

const { permission } = createThirdPartyKey as { permission: 'payments:thirdParty:key' }

function KeyDialog({ row: { accessId, accessName }, onClose }: { row: RowOf<typeof thirdPartyAccesses>; onClose: () => void }) {
  return (
    <ShownOnceDialog
      texts="thirdPartyAccess.secret"
      name={accessName}
      request={createThirdPartyKey.request}
      fixed={{ accessId }}
      renew={async () => (await call(createThirdPartyKey, { accessId })).key}
      list={resourceCalls.thirdPartyAccesses.list.path}
      onClose={onClose}
    />
  )
}

export const Screen = screenOf(
  resourceOf(resources.thirdPartyAccesses, resourceCalls.thirdPartyAccesses, {
    useChoices: () => ({
      limitMinor: { unit: useCurrency(), factor: 100 },
      dayLimitMinor: { unit: useCurrency(), factor: 100 },
    }),
    commands: [{ name: 'key', icon: IconKey, permission, Dialog: KeyDialog }],
  }),
)
