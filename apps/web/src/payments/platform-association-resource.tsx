import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { usePlatformChoices } from '#payments/use-payment-choices.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { useCurrency } from '#ui/use-money.ts'

export const Screen = screenOf(
  resourceOf(resources.platformAssociations, resourceCalls.platformAssociations, {
    useChoices: () => ({
      platformId: { choices: usePlatformChoices() },
      feeBasisPoints: { unit: '%', factor: 100 },
      maxFeeMinor: { unit: useCurrency(), factor: 100 },
    }),
    cell: { feeBasisPoints: ({ feeBasisPoints }) => `${(feeBasisPoints / 100).toFixed(2)} %` },
  }),
)
