import { Alert, Button, Checkbox, Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core'
import { isValveDue } from '@nightflow/schemas/work-orders/shut-off'
import { HoldReason, WorkOrderStatus, WorkOrderType, workOrderMax } from '@nightflow/schemas/work-orders/work-order'
import type { BoardOrder, OperationAction } from '@nightflow/schemas/work-orders/work-order-calls'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { newTimedId } from '#ui/timed-id.ts'
import { useFormat } from '#ui/use-format.ts'
import { OrderEvidence } from '#work-orders/crew/order-evidence.tsx'
import { type KeptFile, type KeptOperation, keepOperation } from '#work-orders/crew/order-store.ts'
import { ValvesOnPhone } from '#work-orders/crew/valves-on-phone.tsx'
import { orderWords } from '#work-orders/order-words.ts'

const minutesOfHour = 60
const { pending, onHold, completed } = WorkOrderStatus.enum
type Request = KeptOperation['request']
type Given = Partial<
  Pick<Request, 'note' | 'holdReason' | 'item' | 'basedOnItem' | 'isDone' | 'workedMinutes' | 'litres' | 'valveNo' | 'turn'>
>

const noValve = { valveNo: null, turn: null }
const nothing = {
  note: '',
  holdReason: null,
  item: null,
  basedOnItem: null,
  isDone: true,
  workedMinutes: null,
  litres: null,
  isConfirmed: false,
  ...noValve,
} as const

export function EmptyOrders({ isOnPhone }: { isOnPhone: boolean }) {
  const { t } = useTranslation('work-orders')
  return <Alert color={isOnPhone ? 'green' : 'orange'}>{t(isOnPhone ? 'crew.none' : 'crew.noneOnPhone')}</Alert>
}

type Props = { order: BoardOrder; person: string; files: readonly KeptFile[]; isOpen: boolean; onToggle: () => void; onDone: () => unknown }

/** One order: open it, press done, confirm. */
export function OrderCard({ order, person, files, isOpen, onToggle, onDone }: Props) {
  const { t } = useTranslation('work-orders')
  const format = useFormat()
  const words = useResourceWords(orderWords)
  const { orderTitle, status, meterNo, place, plannedFor, remark } = order
  const where = [meterNo, place, plannedFor && format.day(plannedFor)].filter(Boolean).join(' · ')
  return (
    <section className="nf-board-card" aria-label={orderTitle}>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        px={6}
        justify="space-between"
        h="auto"
        mih={48}
        aria-expanded={isOpen}
        onClick={onToggle}
        rightSection={isOpen ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
      >
        <span className="nf-crew-where">
          <span>{orderTitle}</span>
          <Text span size="sm" c="dimmed">
            {[words.word('status', status).label, where].filter(Boolean).join(' · ')}
          </Text>
        </span>
      </Button>
      {isOpen && (
        <Stack gap="xs" mt="xs">
          {remark !== '' && <Text size="sm">{remark}</Text>}
          <OrderEvidence {...{ order, person, files, onDone }} />
          {status === completed ? <Text size="sm">{t('crew.doneWaits')}</Text> : <Work {...{ order, person, onDone }} />}
        </Stack>
      )}
    </section>
  )
}

function Work({ order, person, onDone }: Pick<Props, 'order' | 'person' | 'onDone'>) {
  const { t } = useTranslation('work-orders')
  const [asked, setAsked] = useState<'complete' | 'hold'>()
  const [isFull, setIsFull] = useState(false)
  const act = async (action: OperationAction, given: Given = {}) => {
    const operationId = newTimedId()
    const { workOrderNo, orderTitle, status: basedOn } = order
    const request: Request = { workOrderNo, operationId, action, basedOn, occurredAt: new Date().toISOString(), ...nothing, ...given }
    setIsFull(!(await keepOperation({ operationId, person, orderTitle, request, state: 'kept', refusal: null, found: null })))
    setAsked(undefined)
    await onDone()
  }
  return (
    <>
      {isFull && <Alert color="red">{t('crew.full')}</Alert>}
      {order.items.map(({ name, isDone, changes }, place) => (
        <Checkbox
          // biome-ignore lint/suspicious/noArrayIndexKey: the items of a checklist keep their places.
          key={place}
          label={name}
          checked={isDone}
          onChange={(event) => act('check', { item: place + 1, basedOnItem: changes ?? null, isDone: event.currentTarget.checked })}
        />
      ))}
      <ValvesOnPhone order={order} onTurn={(turned) => act('valve', turned)} />
      {asked === undefined && (
        <Group gap="xs" grow>
          {order.status === pending && (
            <Button variant="default" onClick={() => act('start')}>
              {t('crew.action.start')}
            </Button>
          )}
          {order.status === onHold && (
            <Button variant="default" onClick={() => act('resume')}>
              {t('crew.action.resume')}
            </Button>
          )}
          {order.status !== onHold && (
            <Button variant="default" onClick={() => setAsked('hold')}>
              {t('crew.action.hold')}
            </Button>
          )}
          <Button disabled={order.valves.some(isValveDue)} onClick={() => setAsked('complete')}>
            {t('crew.action.complete')}
          </Button>
        </Group>
      )}
      {asked === 'complete' && <Completion order={order} onAct={act} onBack={() => setAsked(undefined)} />}
      {asked === 'hold' && <Hold onAct={act} onBack={() => setAsked(undefined)} />}
    </>
  )
}

type StepProps = { onAct: (action: OperationAction, given: Given) => Promise<void>; onBack: () => void }

function Completion({ order: { orderType }, onAct, onBack }: StepProps & { order: BoardOrder }) {
  const { t } = useTranslation('work-orders')
  const format = useFormat()
  const [note, setNote] = useState('')
  const [register, setRegister] = useState<string | number>('')
  const [hours, setHours] = useState<string | number>('')
  const isReading = orderType === WorkOrderType.enum.reading
  const workedMinutes = hours === '' ? null : Math.round(Number(hours) * minutesOfHour)
  const litres = isReading && register !== '' ? Math.round(Number(register) * 1000) : null
  return (
    <>
      {isReading && (
        <NumberInput
          label={t('crew.register')}
          value={register}
          onChange={setRegister}
          min={0}
          decimalScale={3}
          decimalSeparator={format.decimalSign}
          inputMode="decimal"
        />
      )}
      <NumberInput
        label={t('crew.hours')}
        value={hours}
        onChange={setHours}
        min={0}
        max={workOrderMax.minutes / minutesOfHour}
        decimalScale={2}
        decimalSeparator={format.decimalSign}
        inputMode="decimal"
      />
      <Textarea label={t('crew.note')} value={note} onChange={(event) => setNote(event.currentTarget.value)} maxLength={500} autosize />
      <Confirm
        label={t('crew.confirm')}
        disabled={isReading && litres === null}
        onBack={onBack}
        onPress={() => onAct('complete', { note, litres, workedMinutes })}
      />
    </>
  )
}

function Hold({ onAct, onBack }: StepProps) {
  const { t } = useTranslation('work-orders')
  const [reason, setReason] = useState<HoldReason>(HoldReason.enum.parts)
  const [note, setNote] = useState('')
  const reasons = HoldReason.options.map((value) => ({ value, label: t(`crew.holdReason.${value}`) }))
  return (
    <>
      <Select
        label={t('crew.reason')}
        data={reasons}
        value={reason}
        allowDeselect={false}
        onChange={(value) => setReason(HoldReason.parse(value))}
      />
      <Textarea label={t('crew.note')} value={note} onChange={(event) => setNote(event.currentTarget.value)} maxLength={500} autosize />
      <Confirm label={t('crew.action.hold')} onBack={onBack} onPress={() => onAct('hold', { holdReason: reason, note })} />
    </>
  )
}

type ConfirmProps = { label: string; disabled?: boolean; onBack: () => void; onPress: () => Promise<void> }

function Confirm({ label, disabled = false, onBack, onPress }: ConfirmProps) {
  const { t } = useTranslation('work-orders')
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    await onPress().finally(() => setIsBusy(false))
  }
  return (
    <Group gap="xs" grow>
      <Button variant="default" onClick={onBack}>
        {t('crew.back')}
      </Button>
      <Button disabled={disabled} loading={isBusy} onClick={press}>
        {label}
      </Button>
    </Group>
  )
}
