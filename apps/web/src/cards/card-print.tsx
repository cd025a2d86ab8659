import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { PrintOut } from '@nightflow/schemas/cards/bridge'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { printOnBridge } from '#cards/bridge-client.ts'
import type { Desk, Done } from '#cards/use-desk.ts'
import { announceDone } from '#session/announce-done.ts'
import { ProblemAlert } from '#session/problem-alert.tsx'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMoney } from '#ui/use-money.ts'

/** Above everything else on the screen, as the specification says. */
const previewZIndex = 20_002

type Kind = 'printTicket' | 'printInvoice'

/** Ticket and invoice of the operation that was carried out last. */
export function CardPrint({ desk, done }: { desk: Desk; done: Done }) {
  const { t } = useTranslation('cards')
  const [kind, setKind] = useState<Kind>()
  return (
    <Group gap="xs">
      {(['printTicket', 'printInvoice'] as const).map((each) => (
        <Button key={each} size="xs" variant="default" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => setKind(each)}>
          {t(`print.${each}`)}
        </Button>
      ))}
      {kind && <Preview desk={desk} done={done} kind={kind} onClose={() => setKind(undefined)} />}
    </Group>
  )
}

function Preview({ desk, done, kind, onClose }: { desk: Desk; done: Done; kind: Kind; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const shared = useTranslation('shared').t
  const print = usePrintOut(kind, done)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await printOnBridge(kind, print)
      announceDone(t('print.done'))
      onClose()
    } catch (error) {
      setFailure(desk.failed(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={print.title} zIndex={previewZIndex} closeButtonProps={{ 'aria-label': shared('action.close') }}>
      <Stack gap="sm">
        <dl className="nf-details nf-figures">
          {print.lines.map(({ label, value }) => [<dt key={label}>{label}</dt>, <dd key={`${label}-value`}>{value}</dd>])}
        </dl>
        <Text size="xs" c="dimmed">
          {t('print.text')}
        </Text>
        <ProblemAlert failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={onClose}>
            {shared('action.cancel')}
          </Button>
          <Button size="xs" loading={busy} onClick={send}>
            {t('print.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** An invoice has its number, a ticket is for the customer's pocket. */
const usePrintOut = (kind: Kind, { operation, accountNo, amountMinor, litres, operationId, cardNo }: Done): PrintOut => {
  const { t } = useTranslation('cards')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  const { operations } = useDictionaries({ operations: 'card_operation' })
  const lines = [
    { label: t('cardRecord.field.operation'), value: operations?.get(operation)?.label ?? operation },
    { label: t('card.field.cardNo'), value: cardNo },
    { label: t('print.account'), value: accountNo },
    { label: t('card.field.purchaseLitres'), value: `${cubicMetres(litres, 1)} m³` },
    { label: t('cardRecord.field.amountMinor'), value: money(amountMinor) },
    ...(kind === 'printInvoice' ? [{ label: t('cardRecord.field.invoiceNo'), value: operationId }] : []),
  ]
  return { title: t(`print.${kind}`), lines }
}
