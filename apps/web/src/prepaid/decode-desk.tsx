import { Stack, Text } from '@mantine/core'
import { type DecodedToken, decodeToken, TokenEntry } from '@nightflow/schemas/prepaid/token-calls'
import { tokenCommands } from '@nightflow/schemas/prepaid/token-commands'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

/** The list of tokens with the application for a refund alone. */
const refundable = resourceOf(
  resources.tokens,
  { ...resourceCalls.tokens, commands: tokenCommands.list.filter(({ name }) => name === 'refund') },
  { related: [['token-history'], [resourceCalls.stsRefunds.list.path]] },
)

/** Reads twenty digits: what they are, whether they were made here, and what is known of them. */
export function DecodeDesk() {
  const { t } = useTranslation('prepaid')
  const [decoded, setDecoded] = useState<DecodedToken>()
  const fields: readonly FieldChoice[] = [
    { name: 'digits', label: t('desk.field.digits'), placeholder: '0000 0000 0000 0000 0000' },
    { name: 'meterNo', label: t('desk.field.readBy'), isHalf: true },
  ]
  return (
    <Stack gap="sm">
      <CommandForm
        schema={decodeToken.request}
        fields={fields}
        submitLabel={t('desk.decode')}
        doneText={null}
        onTyped={() => setDecoded(undefined)}
        onSubmit={async (typed) => setDecoded(await call(decodeToken, typed))}
      />
      {decoded && <Decoded decoded={decoded} />}
    </Stack>
  )
}

function Decoded({ decoded }: { decoded: DecodedToken }) {
  const { t } = useTranslation('prepaid')
  const money = useMoney()
  const { cubicMetres, instant } = useFormat()
  const { timeZone } = useSession()
  const { isOurs, isIntact, meterNo, tokenClass, kind, issuedAt, litres, soldBy, amountMinor, tokenNo, entry } = decoded
  const facts = [
    t('desk.decoded.class', { tokenClass }),
    t(`desk.decoded.kind.${kind}`),
    issuedAt && t('desk.decoded.at', { at: instant(issuedAt, timeZone) }),
    litres !== null && t('desk.decoded.volume', { volume: cubicMetres(litres, 1) }),
    soldBy !== null && amountMinor !== null && t('desk.decoded.soldBy', { by: soldBy, amount: money(amountMinor) }),
  ]
  return (
    <Stack gap={4} className="nf-panel nf-figures" p="sm" role="status">
      <Text fw={600}>{isOurs ? t('desk.decoded.ours', { meterNo }) : t('desk.decoded.foreign')}</Text>
      <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
      {isIntact === false && <Text size="sm">{t('desk.decoded.broken')}</Text>}
      {isOurs && <Text size="sm">{t(`desk.decoded.entry.${entry}`)}</Text>}
      {tokenNo !== null && entry !== TokenEntry.enum.entered && <Refund tokenNo={tokenNo} />}
    </Stack>
  )
}

/** Opens the application with the token chosen; nothing where the token or the person takes none. */
function Refund({ tokenNo }: { tokenNo: number }) {
  const mayDo = useMayDo()
  const { find, list } = resourceCalls.tokens
  const { data: row } = useQuery({
    queryKey: [list.path, 'one', tokenNo],
    queryFn: ({ signal }) => call(find, { tokenNo }, signal),
    enabled: mayDo(find),
  })
  return row ? <CommandButtons resource={refundable} row={row} mb={0} /> : null
}
