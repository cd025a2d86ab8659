import { Button, Text, Title } from '@mantine/core'
import type { BoardOrder } from '@nightflow/schemas/work-orders/work-order-calls'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

/** A card for the door of a customer who was not at home, to print or to write off. */
export function DoorCard({ order: { orderTitle, workOrderNo, place } }: { order: BoardOrder }) {
  const { t } = useTranslation('work-orders')
  const { instant } = useFormat()
  const [at] = useState(() => new Date().toISOString())
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const facts = [
    { name: t('crew.cardDate'), value: instant(at, zone) },
    { name: t('crew.cardOrder'), value: String(workOrderNo) },
    { name: t('crew.cardPlace'), value: place },
  ].filter(({ value }) => value !== '')
  return (
    <div>
      <section className="nf-door-card" aria-label={t('crew.doorCard')}>
        <Title order={2} size="h4">
          {t('crew.cardTitle')}
        </Title>
        <Text size="sm" my="xs">
          {t('crew.cardText', { order: orderTitle })}
        </Text>
        <dl className="nf-facts">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Button variant="default" mt={6} fullWidth onClick={() => globalThis.print()}>
        {t('crew.printCard')}
      </Button>
    </div>
  )
}
