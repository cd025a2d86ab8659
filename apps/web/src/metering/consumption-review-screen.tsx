import type { ComponentProps, ComponentType } from 'react'
import type { ConsumptionReviewDrawer } from '#metering/consumption-review-drawer.tsx'
import { consumptionReview } from '#metering/consumption-review-resource.tsx'
import { ThresholdsTool } from '#metering/thresholds-tool.tsx'
import { screenOf } from '#ui/resource/resource-screen.tsx'

/** The details of a day are beside the list; they name the resource themselves, so they are added here. */
export const consumptionReviewScreen = (Drawer: ComponentType<ComponentProps<typeof ConsumptionReviewDrawer>>) =>
  screenOf({ ...consumptionReview, drawer: { name: 'review', Drawer }, Tools: ThresholdsTool })
