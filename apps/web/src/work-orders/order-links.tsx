import { Button } from '@mantine/core'
import { caseFromOrder, findOrderLinks } from '@nightflow/schemas/work-orders/work-order-calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandForm } from '#ui/form/command-form.tsx'
import { FormDialog } from '#ui/form/resource-form.tsx'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'
import { CaseLink } from '#work-orders/case-link.tsx'
import type { Order } from '#work-orders/order.ts'
import { orderWords } from '#work-orders/order-words.ts'
import { RequestsOfWork } from '#work-orders/requests-of-work.tsx'
import { useOpenedCase } from '#work-orders/use-opened-case.ts'
import { usePartitionChoices } from '#work-orders/use-partition-choices.ts'

/** The case of an order, which is opened here where there is none, and the requests that the order answers. */
export function OrderLinks({ order: { workOrderNo, partitionId, caseId } }: { order: Order }) {
  const { t } = useTranslation('work-orders')
  const mayDo = useMayDo()
  const words = useResourceWords(orderWords)
  const choices = usePartitionChoices()
  const openCase = useOpenedCase()
  const [isAsking, setIsAsking] = useState(false)
  const links = useQuery({
    queryKey: [findOrderLinks.path, workOrderNo, caseId],
    queryFn: ({ signal }) => call(findOrderLinks, { workOrderNo }, signal),
  })
  const opening = useMutation({ mutationFn: () => call(caseFromOrder, { workOrderNo }), onSuccess: openCase })
  if (links.isError) return <ErrorState error={links.error} compact />
  return (
    <>
      {links.data?.case && <CaseLink found={links.data.case} />}
      {caseId === null && mayDo(caseFromOrder) && (
        <div>
          <Button
            size="compact-xs"
            variant="light"
            loading={opening.isPending}
            onClick={() => (partitionId === null ? setIsAsking(true) : opening.mutate())}
          >
            {t('openCase')}
          </Button>
        </div>
      )}
      <RequestsOfWork requests={links.data?.requests ?? []} />
      {isAsking && (
        <FormDialog title={t('openCase')} onClose={() => setIsAsking(false)} size={480}>
          <CommandForm
            schema={caseFromOrder.request}
            initial={{}}
            fields={[{ name: 'partitionId', label: words.field('partitionId'), choices }]}
            fixed={{ workOrderNo }}
            submitLabel={t('openCase')}
            onCancel={() => setIsAsking(false)}
            doneText={null}
            onSubmit={async (request) => {
              await openCase(await call(caseFromOrder, request))
              setIsAsking(false)
            }}
          />
        </FormDialog>
      )}
    </>
  )
}
