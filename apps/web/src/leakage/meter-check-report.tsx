import { Alert, Button, Group, Text } from '@mantine/core'
import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import { useTranslation } from 'react-i18next'
import { useMeterFitText } from '#leakage/use-meter-fit-text.ts'
import { useFormat } from '#ui/use-format.ts'

/** A meter needs a second look before it is associated: it cannot be, or another cascade counts it already. */
export const needsLook = ({ problem, elsewhere, isHere }: MeterFit): boolean => problem !== null || (!isHere && elsewhere.length > 0)

/** Numbers that can be associated. */
export const fittingOf = (fits: readonly MeterFit[]): string[] =>
  fits.filter(({ problem, isHere }) => problem === null && !isHere).map(({ number }) => number)

type Props = { fits: readonly MeterFit[]; busy: boolean; onAccept: (numbers: string[]) => void }

/** Which of the numbers cannot be associated and why, which are in another cascade already, and the way on with the rest. */
export function MeterCheckReport({ fits, busy, onAccept }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const fitText = useMeterFitText()
  const refused = fits.filter(({ problem }) => problem !== null)
  const elsewhere = fits.filter((fit) => fit.problem === null && needsLook(fit))
  const fitting = fittingOf(fits)
  const lists = [
    {
      title: t('check.refused', { number: format.number(refused.length), total: format.number(fits.length) }),
      rows: refused,
      colour: 'red',
    },
    { title: t('check.elsewhere', { number: format.number(elsewhere.length) }), rows: elsewhere, colour: 'yellow' },
  ]
  return (
    <div className="nf-stack" role="alert">
      {lists
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows, colour }) => (
          <Alert key={title} color={colour} variant="light" title={title} py="xs">
            <ul className="nf-check-list">
              {rows.map((fit) => (
                <li key={fit.number}>
                  {fit.problem === null && <b className="nf-figures">{fit.number} </b>}
                  {fitText(fit)}
                </li>
              ))}
            </ul>
          </Alert>
        ))}
      {fitting.length > 0 ? (
        <Group justify="flex-end">
          <Button size="xs" variant="light" loading={busy} onClick={() => onAccept(fitting)}>
            {t('check.accept', { number: format.number(fitting.length) })}
          </Button>
        </Group>
      ) : (
        <Text size="sm">{t('check.noneFits')}</Text>
      )}
    </div>
  )
}
