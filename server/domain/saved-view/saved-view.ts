// A saved view: a list of the console with its filters, under a name.

export type SavedView = {
  saved_view_id: string;
  owner_id: string;
  /** Of a merchant's people; null: of the operator's. */
  merchant_id: string | null;
  name: string;
  address: string;
  /** How the list's columns stand, as the console writes them; null: as each reader has them. */
  columns: readonly string[] | null;
  is_shared: boolean;
  created_at: number;
};

export type ViewReader = Pick<SavedView, 'owner_id' | 'merchant_id'>;
