import { Button, Group, Modal, NumberInput, Text } from '@mantine/core'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { type AmountToConfirm, amountConfirmation } from '#api/amount-confirmation.ts'
import { minorPerUnit, useCurrency, useMoney } from '#ui/use-money.ts'

/** Above every other dialog: it interrupts the one that sent the amount. */
const aboveDialogs = 900

/** An amount above the limit of the utility is typed twice, whichever form or dialog sent it. */
export function AmountConfirmationDialog() {
  const asked = useSyncExternalStore(amountConfirmation.subscribe, amountConfirmation.asked)
  const { t } = useTranslation('session')
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.answer(undefined)}
      title={t('amountAgain.title')}
      closeButtonProps={{ 'aria-label': t('amountAgain.cancel') }}
      closeOnClickOutside={false}
      centered
      zIndex={aboveDialogs}
    >
      {asked && <Again asked={asked} />}
    </Modal>
  )
}

function Again({ asked: { limit, amount, answer } }: { asked: AmountToConfirm }) {
  const { t } = useTranslation('session')
  const money = useMoney()
  const currency = useCurrency()
  const [typed, setTyped] = useState<number | string>('')
  const [differs, setDiffers] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Portals pass events on to the form below, which must not send twice.
    event.stopPropagation()
    const isSame = typed !== '' && Math.round(Math.abs(Number(typed)) * minorPerUnit) === Math.round(Number(amount) * minorPerUnit)
    if (isSame) answer(Number(typed))
    else setDiffers(true)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Text size="sm" mb="sm">
        {t('amountAgain.text', { limit: money(Number(limit) * minorPerUnit) })}
      </Text>
      <NumberInput
        label={t('amountAgain.amount')}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setDiffers(false)
        }}
        decimalScale={2}
        hideControls
        suffix={` ${currency}`}
        error={differs && t('amountAgain.differs')}
        data-autofocus
      />
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={() => answer(undefined)}>
          {t('amountAgain.cancel')}
        </Button>
        <Button type="submit">{t('amountAgain.confirm')}</Button>
      </Group>
    </form>
  )
}
