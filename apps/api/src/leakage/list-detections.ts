import { readPressureDays } from '@nightflow/projections/joined/area-pressure'
import { listDetections as detectionsOfViews } from '@nightflow/projections/leakage/list-detections'
import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import type { listDetections as listDetectionsEndpoint } from '@nightflow/schemas/leakage/detection'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { Rejection } from '@nightflow/schemas/shared/rejections'
import type { RequestContext } from '../http/request-context.ts'

/** Lost volumes cost what the tenant's settings of meter health say that a cubic metre costs. */
export const listDetections = (
  request: RequestOf<typeof listDetectionsEndpoint>,
  { caller, read }: RequestContext,
): Promise<ResponseOf<typeof listDetectionsEndpoint> | Rejection> =>
  read(async (database) => {
    const judge = caller.scope ? undefined : { now: Date.now(), readPressures: readPressureDays }
    const { pricePerCubicMetre } = (await readHealthSettings(database)).settings
    return detectionsOfViews(database, request, { judge, pricePerCubicMetre })
  })
