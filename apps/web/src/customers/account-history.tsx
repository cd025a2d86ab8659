import { Text } from '@mantine/core'
import { listAccountHistory } from '@nightflow/schemas/customers/endpoints'
import { useTranslation } from 'react-i18next'
import { accountWords } from '#customers/account-query.ts'
import { RowHistory } from '#shell/row-history.tsx'

/** The history of an account, as sentences. */
export function AccountHistory({ accountNo }: { accountNo: string }) {
  const { t } = useTranslation('customers')
  return (
    <section className="nf-panel" aria-label={t('history')}>
      <div className="nf-panel-head">
        <Text component="h2" className="nf-panel-title" px="sm" py={6}>
          {t('history')}
        </Text>
      </div>
      <div className="nf-history-panel">
        <RowHistory resource={accountWords} endpoint={listAccountHistory} queryKey={['account', accountNo, 'history']} of={{ accountNo }} />
      </div>
    </section>
  )
}
