import { Group, Stack } from '@mantine/core'
import { listTokenHistory } from '@nightflow/schemas/prepaid/token-calls'
import { tokenCommands } from '@nightflow/schemas/prepaid/token-commands'
import type { tokens } from '@nightflow/schemas/prepaid/token-row'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import { TokenReceiptMenu } from '#prepaid/token-receipt-menu.tsx'
import { RowHistory } from '#shell/row-history.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { TokenDigits } from '#ui/token-digits.tsx'

const words = { texts: 'prepaid', name: 'token', calls: {} }

function Detail({ row: { tokenNo, meterNo, digits } }: { row: RowOf<typeof tokens> }) {
  return (
    <Stack gap="md">
      {digits !== '' && (
        <>
          <TokenDigits tokens={digits.split(' ')} />
          <Group>
            <TokenReceiptMenu tokenNo={tokenNo} meterNo={meterNo} />
          </Group>
        </>
      )}
      <RowHistory resource={words} endpoint={listTokenHistory} queryKey={['token-history', tokenNo]} of={{ tokenNo }} />
    </Stack>
  )
}

export const Screen = screenOf(
  resourceOf(
    resources.tokens,
    { ...resourceCalls.tokens, commands: tokenCommands.list },
    { Detail, related: [['token-history'], [resourceCalls.stsRefunds.list.path]] },
  ),
)
