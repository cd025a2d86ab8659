import { Button } from '@mantine/core'
import { mailBills, mailingOutcomes } from '@nightflow/schemas/billing/bill-batches'
import { resources } from '@nightflow/schemas/resources'
import { IconMail } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { newOperationId } from '#ui/operation-id.ts'
import { beginExport } from '#ui/resource/export-jobs.ts'
import { useScreenSearch } from '#ui/screen-search.ts'
import { filterOf, type ListSearch } from '#ui/table/list-search.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** Sends bills to their holders by e-mail in the background, after it was confirmed. */
export function MailBillsTool({ selected, text }: { selected: Record<string, string>; text: string }) {
  const { t } = useTranslation('billing')
  const client = useQueryClient()
  const mayDo = useMayDo()
  const [mailingId, setMailingId] = useState<string | null>(null)
  if (!mayDo(mailBills)) return null
  const send = () => {
    const heads = { accountNo: t('field.accountNo'), billNo: t('bill.mail.billNo'), outcome: t('bill.mail.outcome') }
    const outcome = Object.fromEntries(mailingOutcomes.map((name) => [name, t(`bill.mail.outcomes.${name}`)]))
    const wording = { heads: JSON.stringify(heads), words: JSON.stringify({ outcome }) }
    return beginExport(client, mailBills.path, { ...selected, mailingId: mailingId ?? '', ...wording })
  }
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconMail size={14} aria-hidden />} onClick={() => setMailingId(newOperationId())}>
        {t('bill.mail.button')}
      </Button>
      <ConfirmDialog
        opened={mailingId !== null}
        title={t('bill.mail.title')}
        text={text}
        confirmLabel={t('bill.mail.confirm')}
        onConfirm={send}
        doneText={null}
        onClose={() => setMailingId(null)}
      />
    </>
  )
}

/** The bills that the filter of the list leaves. */
export function MailListedBillsTool() {
  const { t } = useTranslation('billing')
  const search = useScreenSearch<ListSearch>()
  const filter = filterOf(search, resources.bills.filter)
  const selected = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]))
  return <MailBillsTool selected={selected} text={t('bill.mail.listText')} />
}
