import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { isValveDue, type ValveTurn } from '@nightflow/schemas/work-orders/shut-off'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Turned = { valveNo: string; turn: ValveTurn; note?: string }
type Props = { order: BoardOrder; onTurn: (turned: Turned) => Promise<void> }

/** The valves of the shut-off list, each checked off with one tap, with a network or without one. */
export function ValvesOnPhone({ order: { valves }, onTurn }: Props) {
  const { t } = useTranslation('work-orders')
  const [leftNo, setLeftNo] = useState<string>()
  const [reason, setReason] = useState('')
  if (valves.length === 0) return null
  const leave = async (valveNo: string) => {
    await onTurn({ valveNo, turn: 'left', note: reason.trim() })
    setLeftNo(undefined)
    setReason('')
  }
  return (
    <section aria-label={t('shutOff.title')}>
      <Text size="sm" fw={600}>
        {t('shutOff.title')}
      </Text>
      <ul className="nf-shut-off-valves">
        {valves.map(({ valveNo, valveName, place, state }) => (
          <li key={valveNo}>
            <div>
              <Text size="sm">{valveName}</Text>
              <Text size="xs" c="dimmed">
                {[t(`shutOff.state.${state}`), place].filter(Boolean).join(' · ')}
              </Text>
            </div>
            <Group gap={6}>
              {state !== 'closed' && state !== 'left' && (
                <Turn name={valveName} turn="closed" onPress={() => onTurn({ valveNo, turn: 'closed' })} />
              )}
              {(state === 'closed' || state === 'left') && (
                <Turn name={valveName} turn="reopened" onPress={() => onTurn({ valveNo, turn: 'reopened' })} />
              )}
              {state === 'closed' && <Turn name={valveName} turn="left" onPress={() => setLeftNo(valveNo)} />}
            </Group>
            {leftNo === valveNo && (
              <Group gap="xs" align="flex-end">
                <TextInput
                  label={t('shutOff.reason')}
                  value={reason}
                  maxLength={200}
                  onChange={(event) => setReason(event.currentTarget.value)}
                />
                <Button disabled={reason.trim() === ''} onClick={() => leave(valveNo)}>
                  {t('shutOff.leave')}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      {valves.some(isValveDue) && <Alert color="orange">{t('shutOff.closedYet')}</Alert>}
    </section>
  )
}

function Turn({ name, turn, onPress }: { name: string; turn: ValveTurn; onPress: () => unknown }) {
  const { t } = useTranslation('work-orders')
  return (
    <Button variant={turn === 'left' ? 'subtle' : 'default'} aria-label={`${t(`shutOff.turn.${turn}`)}: ${name}`} onClick={onPress}>
      {t(`shutOff.turn.${turn}`)}
    </Button>
  )
}
