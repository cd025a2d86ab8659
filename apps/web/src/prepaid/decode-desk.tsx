import { Stack, Text } from '@mantine/core'
import { type DecodedToken, decodeToken } from '@nightflow/schemas/prepaid/token-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice } from '#ui/form/form-fields.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

type Read = DecodedToken & { digits: string }

/** Reads twenty digits: what they are, whether they were made here, and what is known of them. */
export function DecodeDesk() {
  const { t } = useTranslation('prepaid')
  const [decoded, setDecoded] = useState<Read>()
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
        onSubmit={async (typed) => setDecoded({ ...(await call(decodeToken, typed)), digits: typed.digits.replaceAll(/[\s-]/g, '') })}
      />
      {decoded && <Decoded decoded={decoded} />}
    </Stack>
  )
}

function Decoded({ decoded }: { decoded: Read }) {
  const { t } = useTranslation('prepaid')
  const money = useMoney()
  const { cubicMetres, instant } = useFormat()
  const { timeZone } = useSession()
  const { isOurs, isIntact, meterNo, tokenClass, kind, issuedAt, litres, soldBy, amountMinor, tokenNo, digits } = decoded
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
      {tokenNo !== null && (
        <ScreenLink screen="prepaid/token" search={{ digits }} className="nf-link nf-small">
          {t('desk.decoded.toRefund')}
        </ScreenLink>
      )}
    </Stack>
  )
}
