import { Stack, Title } from '@mantine/core'
import { type BillNote, billNotePdf, NoteKind, showBillNotes } from '@nightflow/schemas/billing/bill-notes'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useSession } from '#session/session-query.ts'
import { LanguageMenu } from '#ui/language-menu.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { useMoney } from '#ui/use-money.ts'

type Props = { bill: { billNo: number; accountNo: string; updateTime: string | null } }

/** Credits and debits of a bill, each with its paper; nothing where it was never corrected. */
export function BillNotes({ bill: { billNo, accountNo, updateTime } }: Props) {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { instant } = useFormat()
  const { timeZone } = useSession()
  const mayDo = useMayDo()
  const listed = useQuery({
    queryKey: [showBillNotes.path, billNo, updateTime],
    queryFn: ({ signal }) => call(showBillNotes, { billNo }, signal),
    enabled: mayDo(showBillNotes),
  })
  const notes = listed.data?.notes ?? []
  if (notes.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('bill.notes.title')}
      </Title>
      <FigureTable<BillNote>
        minWidth={340}
        rows={notes}
        keyOf={({ transactionNo }) => String(transactionNo)}
        columns={[
          { head: t('bill.notes.kind'), cell: ({ kind }) => t(kind === NoteKind.enum.credit ? 'bill.notes.credit' : 'bill.notes.debit') },
          { head: t('bill.field.invoiceNumber'), cell: ({ documentNumber, transactionNo }) => documentNumber ?? String(transactionNo) },
          { head: t('bill.notes.issued'), cell: ({ createTime }) => instant(createTime, timeZone, 'minute') },
          { head: t('bill.notes.reason'), cell: ({ reason }) => reason },
          {
            head: t('bill.field.totalMinor'),
            isNumber: true,
            cell: ({ kind, amountMinor }) => money(kind === NoteKind.enum.credit ? -amountMinor : amountMinor),
          },
          {
            head: '',
            cell: ({ transactionNo }) => (
              <LanguageMenu
                label={t('bill.notes.paper')}
                icon={IconFileTypePdf}
                onChoose={(language) => download(billNotePdf, { transactionNo, language }, `${accountNo}-${transactionNo}.pdf`)}
              />
            ),
          },
        ]}
      />
    </Stack>
  )
}
