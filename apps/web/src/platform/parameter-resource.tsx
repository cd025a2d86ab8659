import { knownParameters } from '@nightflow/schemas/platform/configuration'
import { clearParameters } from '@nightflow/schemas/platform/configuration-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { screenOf } from '#ui/resource/resource-screen.tsx'
import { RefreshTool } from './refresh-tool.tsx'

/** A parameter that programs rely on is chosen among what it may be; others are texts. */
function useValues(row?: { configKey: string }) {
  const { t } = useTranslation('platform')
  const known = row && knownParameters[row.configKey]
  if (!(known instanceof z.ZodEnum)) return { configValue: { lines: 2 } }
  const choices = known.options.map((value) => ({ value: String(value), label: t(`parameter.value.${value}`, String(value)) }))
  return { configValue: { choices } }
}

/** Parameters: a tenant reads the platform's and puts its own in their place. */
export const Screen = screenOf(
  resourceOf(resources.parameters, resourceCalls.parameters, {
    useChoices: useValues,
    isRemovable: (row) => row.configType === YesNo.enum.no,
    Tools: () => <RefreshTool endpoint={clearParameters} queries={[resourceCalls.parameters.list.path]} />,
  }),
)
