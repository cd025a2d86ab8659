import { Title } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { RowHistory } from '#shell/row-history.tsx'

/** The history of a row below its other details. */
export function TitledHistory(props: ComponentProps<typeof RowHistory>) {
  const { t } = useTranslation('billing')
  return (
    <div>
      <Title order={3} size="h5">
        {t('historyTitle')}
      </Title>
      <RowHistory {...props} />
    </div>
  )
}
