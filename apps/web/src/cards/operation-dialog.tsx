import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CardOperation, CardOperation as Operations } from '@nightflow/schemas/cards/card'
import { makeCard, previewRecharge, rechargeCard, recycleCard, refundCard, replaceCard } from '@nightflow/schemas/cards/card-calls'
import { CardPayMethod } from '@nightflow/schemas/cards/card-events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import type { Desk } from '#cards/use-desk.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import type { FieldChoice, FieldValue } from '#ui/form/form-fields.ts'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { useDictionaries } from '#ui/resource/dictionary.ts'
import { useFormat } from '#ui/use-format.ts'
import { useCurrency, useMoney } from '#ui/use-money.ts'

const onCard = { operationId: true, accountNo: true, image: true } as const
const schemas = {
  [Operations.enum.make]: makeCard.request.omit(onCard),
  [Operations.enum.recharge]: rechargeCard.request.omit({ ...onCard, confirmedAmount: true }),
  [Operations.enum.refund]: refundCard.request.omit(onCard),
  [Operations.enum.replace]: replaceCard.request.omit(onCard),
  [Operations.enum.recycle]: recycleCard.request.omit(onCard),
}

type Props = { desk: Desk; operation: CardOperation; accountNo: string; onClose: () => void }

/** The form of an operation on a card; the card is read, written and reported when the form is sent. */
export function OperationDialog({ desk, operation, accountNo, onClose }: Props) {
  const { t } = useTranslation('cards')
  const unit = useCurrency()
  // It stays while the dialog is open, so that another try after a failure is the same operation.
  const [operationId] = useState(newOperationId)
  const [typed, setTyped] = useState<Readonly<Record<string, FieldValue>>>({})
  const { method } = useDictionaries({ method: 'counter_method' })
  const optionLabels = Object.fromEntries([...(method ?? [])].map(([value, { label }]) => [value, label]))
  const known: Record<string, Partial<FieldChoice>> = {
    amount: { unit, isHalf: true },
    payMethod: { optionLabels, isHalf: true },
    reason: { lines: 2 },
    alarmVolume: { unit: 'm³', isHalf: true },
    limitVolume: { unit: 'm³', isHalf: true },
    increment: { unit: 'm³', isHalf: true },
  }
  const schema = schemas[operation]
  const fields = Object.keys(schema.shape).map((name): FieldChoice => ({ name, label: t(`desk.field.${name}`), ...known[name] }))
  const initial: Record<string, FieldValue> = 'payMethod' in schema.shape ? { payMethod: CardPayMethod.enum.cash } : {}
  return (
    <FormDialog title={t(`desk.operation.${operation}.title`, { accountNo })} onClose={onClose}>
      <CommandForm
        schema={schema}
        fields={fields}
        initial={initial}
        submitLabel={t(`desk.operation.${operation}.button`)}
        doneText={t(`desk.operation.${operation}.done`)}
        danger={operation === Operations.enum.refund || operation === Operations.enum.recycle}
        onTyped={setTyped}
        onCancel={onClose}
        onSubmit={async (asked) => {
          await desk.carryOut(operation, accountNo, operationId, asked)
          onClose()
        }}
      >
        <Text size="sm" c="dimmed">
          {t(`desk.operation.${operation}.text`)}
        </Text>
        {operation === Operations.enum.recharge && <Effect accountNo={accountNo} amount={Number(typed.amount ?? 0)} />}
      </CommandForm>
    </FormDialog>
  )
}

const typingMilliseconds = 300

/** The bills that the amount pays and the water that it buys, before it is received. */
function Effect({ accountNo, amount }: { accountNo: string; amount: number }) {
  const { t } = useTranslation('cards')
  const money = useMoney()
  const { cubicMetres } = useFormat()
  const problemText = useProblemText()
  const [asked] = useDebouncedValue(amount, typingMilliseconds)
  const isAmount = Number.isFinite(asked) && asked > 0
  const { data, error } = useQuery({
    queryKey: ['card-recharge', accountNo, asked],
    queryFn: ({ signal }) => call(previewRecharge, { accountNo, amount: asked }, signal),
    enabled: isAmount,
    retry: false,
  })
  if (!isAmount) return null
  if (error) return <Text size="sm">{problemText(error)}</Text>
  if (!data) return null
  return (
    <Text size="sm" role="status" className="nf-figures">
      {t('desk.effect', {
        amount: money(data.amountMinor),
        bills: money(data.billsMinor),
        water: money(data.waterMinor),
        volume: cubicMetres(data.purchaseLitres, 1),
      })}
    </Text>
  )
}
