import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useMoney } from '#ui/use-money.ts'

/** One side of a posting; the other side is empty. */
function Side({ minor }: { minor: number }) {
  const money = useMoney()
  return minor === 0 ? '' : money(minor)
}

export const Screen = screenOf(
  resourceOf(resources.journal, resourceCalls.journal, {
    cell: {
      debitMinor: ({ debitMinor }) => <Side minor={debitMinor} />,
      creditMinor: ({ creditMinor }) => <Side minor={creditMinor} />,
    },
  }),
)
