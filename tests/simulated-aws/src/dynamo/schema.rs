//! `CreateTable`, `DescribeTable` and `UpdateTimeToLive`.

use serde_json::{Value as Json, json};

use crate::{
    body::Body,
    dynamo::{
        Answer, Dynamo,
        index::Index,
        key::{KeyAttribute, KeySchema},
        table::Table,
    },
    params::Params,
    refusal::Refusal,
};

fn read_schema(elements: Vec<Json>, types: &[(String, String)]) -> Result<KeySchema, Refusal> {
    let (mut hash, mut range) = (None, None);
    for element in elements {
        let mut element = Params::new(element)?;
        let name = element.needed_text("AttributeName")?;
        let kind = types
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, kind)| kind.clone());
        let kind = kind.ok_or_else(|| Refusal::validation("Some index key attributes are not defined"))?;
        let attribute = Some(KeyAttribute { name, kind });
        match element.choice("KeyType", &["HASH", "RANGE"])? {
            "HASH" => hash = attribute,
            _ => range = attribute,
        }
        element.finish()?;
    }
    let hash = hash.ok_or_else(|| Refusal::validation("No Hash Key specified in schema"))?;
    Ok(KeySchema { hash, range })
}

fn schema_json(schema: &KeySchema) -> Json {
    let element =
        |(attribute, kind): (&KeyAttribute, &str)| json!({ "AttributeName": attribute.name, "KeyType": kind });
    schema.attributes().zip(["HASH", "RANGE"]).map(element).collect()
}

impl Dynamo {
    pub(super) fn create_table(&mut self, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        params.choice("BillingMode", &["PAY_PER_REQUEST"])?;
        let types = params.list("AttributeDefinitions")?.unwrap_or_default();
        let read_type = |definition: Json| {
            let mut definition = Params::new(definition)?;
            Ok((
                definition.needed_text("AttributeName")?,
                definition.needed_text("AttributeType")?,
            ))
        };
        let types = types.into_iter().map(read_type).collect::<Result<Vec<_>, Refusal>>()?;
        let key = read_schema(params.list("KeySchema")?.unwrap_or_default(), &types)?;
        let mut indexes = Vec::new();
        for index in params.list("GlobalSecondaryIndexes")?.unwrap_or_default() {
            let mut index = Params::new(index)?;
            let name = index.needed_text("IndexName")?;
            let key = read_schema(index.list("KeySchema")?.unwrap_or_default(), &types)?;
            let mut projection = Params::new(index.needed("Projection")?)?;
            projection.choice("ProjectionType", &["ALL"])?;
            projection.finish()?;
            index.finish()?;
            indexes.push(Index::new(name, key));
        }
        params.finish()?;
        if self.tables.get(&name).is_ok() {
            return Err(Refusal::new(
                400,
                "ResourceInUseException",
                &format!("Table already exists: {name}"),
            ));
        }
        let table = Table::new(key, indexes);
        let description = describe(&name, &table);
        self.tables.0.insert(name, table);
        Ok(Body::new().with("TableDescription", &description).finish())
    }

    pub(super) fn describe_table(&self, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        params.finish()?;
        let description = describe(&name, self.tables.get(&name)?);
        Ok(Body::new().with("Table", &description).finish())
    }

    /// Enables TTL. Expired items are never removed, because DynamoDB does not guarantee when it removes them.
    pub(super) fn update_time_to_live(&mut self, mut params: Params) -> Answer {
        let name = params.needed_text("TableName")?;
        let specification = params.needed("TimeToLiveSpecification")?;
        params.finish()?;
        let table = self.tables.get_mut(&name)?;
        if table.has_ttl {
            return Err(Refusal::validation("TimeToLive is already enabled"));
        }
        table.has_ttl = true;
        Ok(Body::new().with("TimeToLiveSpecification", &specification).finish())
    }
}

fn describe(name: &str, table: &Table) -> Json {
    let indexes = table.indexes.iter().map(|index| {
        json!({
            "IndexName": index.name,
            "IndexStatus": "ACTIVE",
            "KeySchema": schema_json(&index.key),
            "Projection": { "ProjectionType": "ALL" },
        })
    });
    json!({
        "TableName": name,
        "TableStatus": "ACTIVE",
        "KeySchema": schema_json(&table.key),
        "GlobalSecondaryIndexes": indexes.collect::<Vec<_>>(),
    })
}
