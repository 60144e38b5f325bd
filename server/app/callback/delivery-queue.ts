// The numbers by which the database stores the delivery queues.
import { DELIVERY_QUEUES, type DeliveryQueue } from '../../domain/callback/delivery-places.ts';

export const queueNumber = (queue: DeliveryQueue): number => DELIVERY_QUEUES.indexOf(queue);

/** Deliveries held back, because their endpoint is failing or disabled: never searched. */
export const HELD_QUEUE = DELIVERY_QUEUES.length;

export function queueAt(number: number): DeliveryQueue {
  const queue = DELIVERY_QUEUES[number];
  if (queue === undefined) throw new Error(`No queue of deliveries has the number ${number}`);
  return queue;
}
