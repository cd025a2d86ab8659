import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Board, tenantBoardQuery } from '#dashboard/dashboard-queries.ts'
import { DemoTool } from '#dashboard/demo-tool.tsx'
import { TenantDetail } from '#dashboard/tenant-detail.tsx'
import { TenantMap } from '#dashboard/tenant-map.tsx'
import { TenantTable } from '#dashboard/tenant-table.tsx'
import { useTenantCycle } from '#dashboard/use-tenant-cycle.ts'
import type { ScreenProps } from '#shell/screen-entry.ts'
import { Figure, FigureSkeleton, Figures } from '#ui/figure.tsx'
import { Page } from '#ui/page.tsx'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'
import '#dashboard/dashboard.css'

/** All tenants beside one another, for operators; in demo mode one after the other steps forward. */
export function TenantBoardScreen({ search, onSearch }: ScreenProps<{ tenant?: string | undefined }>) {
  const { t } = useTranslation('dashboard')
  const board = useQuery(tenantBoardQuery)
  const { ref, toggle, fullscreen } = useFullscreenElement<HTMLDivElement>()
  const rows = board.data?.rows
  const [chosen, setChosen] = useState<string | undefined>(search.tenant)
  const choose = (tenant: string) => {
    setChosen(tenant)
    onSearch({ tenant }, { replace: true, resetScroll: false })
  }
  const shown = useTenantCycle(rows, board.data?.demoIntervalSeconds ?? null, chosen, setChosen)
  const label = t(fullscreen ? 'board.leaveFullScreen' : 'board.fullScreen')
  return (
    <div ref={ref} className="nf-board">
      <Page
        title={t('board.title')}
        subtitle={t('board.subtitle')}
        tools={
          <>
            <DemoTool intervalSeconds={board.data?.demoIntervalSeconds} />
            <Tooltip label={label}>
              <ActionIcon variant="default" size={30} aria-label={label} onClick={toggle}>
                {fullscreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
              </ActionIcon>
            </Tooltip>
          </>
        }
      >
        {board.isError ? (
          <div className="nf-panel">
            <ErrorState error={board.error} onRetry={() => board.refetch()} />
          </div>
        ) : (
          <>
            <Totals board={board.data} />
            {board.data ? (
              <>
                <div className="nf-board-columns">
                  <TenantMap rows={board.data.rows} shown={shown?.code} onChoose={choose} />
                  {shown && <TenantDetail tenant={shown} />}
                </div>
                <TenantTable rows={board.data.rows} shown={shown?.code} onChoose={choose} />
              </>
            ) : (
              <ChartSkeleton height={420} />
            )}
          </>
        )}
      </Page>
    </div>
  )
}

const totals = ['tenants', 'accounts', 'meters', 'reported', 'notReported', 'rate'] as const

function Totals({ board }: { board: Board | undefined }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (!board)
    return (
      <Figures count={6} isBusy>
        {totals.map((name) => (
          <FigureSkeleton key={name} />
        ))}
      </Figures>
    )
  const values: Record<(typeof totals)[number], string | null> = {
    tenants: format.number(board.tenants),
    accounts: board.tenantsWithAccounts === null ? null : format.number(board.tenantsWithAccounts),
    meters: format.number(board.meters),
    reported: format.number(board.reportedToday),
    notReported: format.number(board.notReportedToday),
    rate: board.reportingRate === null ? null : format.completeness(board.reportingRate),
  }
  return (
    <Figures count={6}>
      {totals.map((name) => (
        <Figure
          key={name}
          label={t(`board.total.${name}`)}
          value={values[name]}
          unknownReason={t(name === 'accounts' ? 'notYet.customers' : 'unknown.noMeters')}
          comparison={name === 'accounts' && board.notYet.includes('accounts') && t('notYet.short')}
        />
      ))}
    </Figures>
  )
}
