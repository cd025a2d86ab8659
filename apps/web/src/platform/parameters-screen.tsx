import { knownParameters } from '@nightflow/schemas/platform/configuration'
import { clearParameters } from '@nightflow/schemas/platform/configuration-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { DeclaredField } from '#ui/resource/resource.ts'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { RefreshTool } from './refresh-tool.tsx'

/** A parameter that programs rely on is chosen among what it may be; others are texts. */
function useParameterFields(row?: { configKey: string }): (string | DeclaredField)[] {
  const { t } = useTranslation('platform')
  const known = row && knownParameters[row.configKey]
  const choices =
    known instanceof z.ZodEnum
      ? known.options.map((value) => ({ value: String(value), label: t(`parameter.value.${value}`, String(value)) }))
      : undefined
  return ['configName', 'configKey', { name: 'configValue', ...(choices ? { choices } : { lines: 2 }) }, 'remark']
}

const parameters = resourceOf(resources.parameters, resourceCalls.parameters, {
  useFields: useParameterFields,
  isRemovable: (row) => row.configType === 'N',
})

/** Parameters: a tenant reads the platform's and puts its own in their place. */
export function ParametersScreen({ search, onSearch }: ScreenProps) {
  return (
    <ResourceScreen
      resource={parameters}
      search={search}
      onSearch={onSearch}
      tools={<RefreshTool endpoint={clearParameters} queries={[resourceCalls.parameters.list.path]} />}
    />
  )
}
