import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { PendingWrite } from '@nightflow/schemas/cards/card-calls'
import { CardKind } from '@nightflow/schemas/cards/card-image'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Desk, Reading } from '#cards/use-desk.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** The card in the reader, with the account that the service knows for it. */
export function CardInReader({ reading: { image, found } }: { reading: Reading }) {
  const { t } = useTranslation('cards')
  const money = useMoney()
  const { cubicMetres, number } = useFormat()
  const words = useDictionaries({ kind: 'card_kind', status: 'card_status' })
  const volume = (litres: number) => `${cubicMetres(litres, 1)} m³`
  const facts: (readonly [string, React.ReactNode])[] = [
    [t('card.field.cardNo'), image.cardNo],
    [t('desk.kind'), words.kind?.get(image.kind)?.label ?? image.kind],
    [t('card.field.systemNo'), image.systemNo || t('desk.notConfigured')],
  ]
  if (image.kind === CardKind.enum.user)
    facts.push(
      [
        t('print.account'),
        <ScreenLink key="account" screen="customers/account" params={{ accountNo: image.userNo }} className="nf-link">
          {[found.customerName, image.userNo].filter(Boolean).join(' · ')}
        </ScreenLink>,
      ],
      [t('desk.meter'), image.meterNo],
      [t('card.field.purchaseLitres'), volume(image.purchaseLitres)],
      [t('cardRecord.field.amountMinor'), money(found.purchaseMinor)],
      [t('card.field.swipeStatus'), words.status?.get(image.swipeStatus)?.label ?? image.swipeStatus],
      [t('card.field.purchaseNo'), number(image.purchaseNo)],
      [t('card.field.swipes'), number(image.swipes)],
      [t('card.field.remainingLitres'), volume(image.remainingLitres)],
      [t('card.field.alarmLitres'), volume(image.alarmLitres)],
      [t('card.field.limitLitres'), volume(image.limitLitres)],
      [t('card.field.incrementLitres'), volume(image.incrementLitres)],
    )
  for (const [place, { remainingLitres, purchaseLitres }] of image.collected.entries())
    facts.push([
      t('desk.collected', { number: place + 1 }),
      t('desk.collectedValue', { remaining: volume(remainingLitres), bought: volume(purchaseLitres) }),
    ])
  return (
    <dl className="nf-details nf-figures nf-panel">
      {facts.map(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label}-value`}>{value}</dd>])}
    </dl>
  )
}

const Cancelled = z.object({ reason: z.string().trim().min(1).max(200) })

/** A write that was cut off: it goes on, or is given up once the card was read without it. */
export function PendingNotice({ desk, pending, accountNo }: { desk: Desk; pending: PendingWrite; accountNo: string }) {
  const { t } = useTranslation('cards')
  const { operation } = useDictionaries({ operation: 'card_operation' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [isCancelling, setCancelling] = useState(false)
  const again = async () => {
    setBusy(true)
    setFailure(null)
    await desk.writeAgain(pending, accountNo).catch(setFailure)
    setBusy(false)
  }
  const name = operation?.get(pending.operation)?.label ?? pending.operation
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('desk.pending.title', { operation: name })}
    >
      <Stack gap="xs">
        <Text size="sm">{t('desk.pending.text', { cardNo: pending.image.cardNo })}</Text>
        <ProblemAlert failure={failure} />
        <Group gap="xs">
          <Button size="xs" loading={busy} onClick={again}>
            {t('desk.pending.again')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setCancelling(true)}>
            {t('desk.pending.cancel')}
          </Button>
        </Group>
      </Stack>
      {isCancelling && (
        <FormDialog title={t('desk.pending.cancel')} onClose={() => setCancelling(false)}>
          <CommandForm
            schema={Cancelled}
            fields={[{ name: 'reason', label: t('desk.field.reason'), lines: 2 }]}
            submitLabel={t('desk.pending.cancel')}
            doneText={t('desk.pending.cancelled')}
            danger
            onCancel={() => setCancelling(false)}
            onSubmit={async ({ reason }) => {
              await desk.cancel(pending, accountNo, reason)
              setCancelling(false)
            }}
          />
        </FormDialog>
      )}
    </Alert>
  )
}
