import { Button } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const lengthMax = 13

/** Keys for a thumb: a register is typed with one hand. */
export function Keypad({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('metering')
  const { decimalSign } = useFormat()
  const add = (sign: string) => value.length < lengthMax && onChange(`${value}${sign}`)
  const isWhole = !/[.,]/.test(value)
  return (
    <div className="nf-keypad">
      {digits.map((digit) => (
        <Key key={digit} label={digit} onPress={() => add(digit)} />
      ))}
      <Key label={decimalSign} isOff={!isWhole || value === ''} onPress={() => add(decimalSign)} />
      <Key label="0" onPress={() => add('0')} />
      <Button variant="default" h={52} aria-label={t('round.backspace')} onClick={() => onChange(value.slice(0, -1))}>
        <IconBackspace size={24} aria-hidden />
      </Button>
    </div>
  )
}

function Key({ label, isOff = false, onPress }: { label: string; isOff?: boolean; onPress: () => void }) {
  return (
    <Button variant="default" h={52} fz={22} className="nf-figures" disabled={isOff} onClick={onPress}>
      {label}
    </Button>
  )
}
