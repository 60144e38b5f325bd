/** Sending reports a missing merchant. */
export const withMerchant = (fields, own) => ({
    ...fields,
    merchant_id: fields.merchant_id ?? own,
});
/** The path of a record. */
export function recordPath(name, own) {
    const { id, merchant_id = own } = typeof name === 'string' ? { id: name } : name;
    return { merchant: merchant_id ?? '', uuid: id };
}
