import { Title } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { RowHistory } from '#shell/row-history.tsx'

/** The history of a row below its other details. */
export function PaymentHistory(props: ComponentProps<typeof RowHistory>) {
  const { t } = useTranslation('payments')
  return (
    <div>
      <Title order={3} size="h5">
        {t('historyTitle')}
      </Title>
      <RowHistory {...props} />
    </div>
  )
}
