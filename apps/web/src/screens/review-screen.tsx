import type { ComponentProps } from 'react'
import { ConsumptionReviewDrawer } from '#metering/consumption-review-drawer.tsx'
import { consumptionReviewScreen } from '#metering/consumption-review-screen.tsx'
import { OrderFromReview } from '#work-orders/order-from-review.tsx'

/** Screens are put together here: contexts do not know one another. */

const orderOf = (review: ComponentProps<typeof OrderFromReview>['review']) => <OrderFromReview review={review} />

function ReviewBeside(props: ComponentProps<typeof ConsumptionReviewDrawer>) {
  return <ConsumptionReviewDrawer {...props} tool={orderOf} />
}

export const ConsumptionReview = consumptionReviewScreen(ReviewBeside)
