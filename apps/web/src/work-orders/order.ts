import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { workOrders } from '@nightflow/schemas/work-orders/work-order'

export type Order = RowOf<typeof workOrders>
