import { clearParameters } from '@nightflow/schemas/platform/configuration'
import { registers } from '@nightflow/schemas/platform/registers'
import { IconAdjustments } from '@tabler/icons-react'
import type { ScreenProps } from '#shell/screen-entry.ts'
import { defineResource, ResourceScreen } from '#ui/define-resource.tsx'
import { RefreshTool } from './refresh-tool.tsx'

const parameters = defineResource({
  register: registers.parameters,
  texts: 'administration',
  name: 'parameter',
  icon: IconAdjustments,
  title: (row) => row.configKey,
  columns: ['configName', 'configKey', 'configValue', 'tenant', 'configType', 'updateTime'],
  moreColumns: ['remark', 'createBy', 'createTime', 'updateBy'],
  useFields: () => ['configName', 'configKey', { name: 'configValue', lines: 2 }, 'remark'],
  filters: ['configName', 'configKey', 'configType', 'createdWithin'],
  isRemovable: (row) => row.configType === 'N',
})

/** Parameters: a tenant reads the platform's and puts its own in their place. */
export function ParametersScreen({ search, onSearch }: ScreenProps) {
  return (
    <ResourceScreen
      resource={parameters}
      search={search}
      onSearch={onSearch}
      tools={<RefreshTool endpoint={clearParameters} queries={[registers.parameters.list.path]} />}
    />
  )
}
