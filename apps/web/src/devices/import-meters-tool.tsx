import { listMeters } from '@nightflow/schemas/devices/endpoints'
import { importMeters, importMetersTemplate, MeterSheetRow } from '@nightflow/schemas/devices/import-meters'
import { useTranslation } from 'react-i18next'
import { ImportTool } from '#ui/resource/import-tool.tsx'

/** Registers meters from a spreadsheet. */
export function ImportMetersTool() {
  const { t } = useTranslation('devices')
  return (
    <ImportTool
      title={t('meters.title')}
      endpoints={{ importTemplate: importMetersTemplate, importData: importMeters }}
      heads={Object.fromEntries(Object.keys(MeterSheetRow.shape).map((name) => [name, t(`sheet.${name}`)]))}
      listPath={listMeters.path}
    />
  )
}
